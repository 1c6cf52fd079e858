export default ['topics', 'recount'];
