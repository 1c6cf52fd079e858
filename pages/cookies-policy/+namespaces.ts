export default ['static', 'cookies'];
