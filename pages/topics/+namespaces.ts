export default ['topics', 'lists'];
