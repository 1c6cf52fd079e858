export default ['static', 'about'];
