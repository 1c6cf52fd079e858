export default ['static', 'terms'];
