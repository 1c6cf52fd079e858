export default '/results/@topicId/recount';
