/** Whether an answer of this status says nothing of the file that was asked for: a server that is busy or in trouble, whose file may come later. */
export const isPassing = (status: number): boolean => status >= 500 || status === 408 || status === 429;
