export default ['topics', 'results', 'prizes'];
