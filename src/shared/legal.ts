/** The texts that people accept; what they have accepted is stored with its version (decisions 1 and 7). */
export const termsVersion = '2024-12-18';
export const privacyVersion = '2024-12-18';
