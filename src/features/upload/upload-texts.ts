/** Words of the upload. */
export const uploadTexts = {
  heading: 'Track Upload',
  submit: 'Upload track',
  busy: 'Uploading...',
  mp3Only:
    'MP3 only for uploads! WAV files are reserved for Artist Stores when selling your music. Please upload an MP3 (max 50MB) for Explore and Radio.',
  tooLarge: 'File size must be under 50MB',
  coverNotImage: 'Must be an image file',
  coverTooLarge: 'Image must be under 5MB',
  sessionExpired: { title: 'Session Expired', text: 'Please log in again to upload tracks.' },
  limitReached: 'Upload Limit Reached',
  fileInvalid: { title: 'File Validation Failed', text: 'Invalid file. Please check file type and size.' },
  coverInvalid: 'Cover Image Validation Failed',
  rejected: {
    title: 'Submission Rejected',
    text: 'Your submission contains restricted words. Please edit and try again.',
  },
  failed: { title: 'Upload Failed', text: 'Something went wrong.' },
  success: 'Track uploaded successfully!',
  notKept: {
    title: 'Not saved on this device',
    text: 'There may be no room. What you typed stays on this page while it is open.',
  },
  another: 'Upload another',
} as const;
