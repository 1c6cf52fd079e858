export default ['unsubscribe'];
