export default ['profile', 'topics'];
