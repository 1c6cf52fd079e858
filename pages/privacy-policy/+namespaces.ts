export default ['static', 'privacy'];
