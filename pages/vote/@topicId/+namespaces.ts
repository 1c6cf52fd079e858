export default ['topics', 'vote'];
