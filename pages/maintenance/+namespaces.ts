export default ['maintenance'];
