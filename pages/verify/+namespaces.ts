export default ['auth'];
