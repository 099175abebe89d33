/**
 * What was written by a clock that was more than this ahead is not valid: after the clock has been set back, sessions and
 * links would outlive their time by as much.
 */
export const aheadSeconds = 3_600;
