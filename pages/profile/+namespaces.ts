export default ['profile', 'prizes', 'topics'];
