/**
 * Rows written by a clock that was ahead by more than this are not valid: after the clock has been set back, sessions and
 * links would outlive their time by as much.
 */
export const aheadSeconds = 3_600;
