export default ['static', 'how'];
