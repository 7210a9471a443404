export const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;
