export default ['confirmation'];
