export default ['topics', 'results'];
