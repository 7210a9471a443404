/** Words of the sign-in. */
export const authTexts = {
  signIn: { heading: 'Welcome Back', subtitle: 'Sign in to your account', submit: 'Sign In', busy: 'Signing in' },
  signUp: {
    heading: 'Join the Beat',
    subtitle: 'Create your account to start uploading',
    submit: 'Create Account',
    busy: 'Creating account',
  },
  toSignUp: "Don't have an account?",
  toSignIn: 'Already have an account?',
  forgot: 'Forgot password?',
  magic: 'Email me a sign-in link',
  welcome: { title: 'Welcome back!', text: 'Successfully signed in.' },
  created: { title: 'Account Created', text: 'Please check your email to verify your account.' },
  linkSent: { title: 'Link sent', text: 'Please check your email for the sign-in link.' },
  resetSent: { title: 'Link sent', text: 'Please check your email to set a new password.' },
  newPassword: {
    heading: 'New password',
    subtitle: 'Choose a new password for your account',
    submit: 'Save password',
    busy: 'Saving',
  },
  passwordSaved: { title: 'Password saved', text: 'You are signed in.' },
  validationError: 'Validation Error',
  authenticationError: 'Authentication Error',
} as const;
