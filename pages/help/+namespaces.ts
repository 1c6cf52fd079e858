export default ['static', 'help'];
