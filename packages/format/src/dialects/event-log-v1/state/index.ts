export { DocumentTurn, StateDocumentReader } from './document-reader.js';
export { StateDocumentError } from './state-document-error.js';
export { isModel, isWorkspaceRoot } from './state-values.js';
export { findStateFault, type ValidateStateOptions } from './validate-state.js';
