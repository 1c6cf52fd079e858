export default ['offline'];
