export default ['auth', 'phone'];
