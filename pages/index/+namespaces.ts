export default ['topics', 'home'];
