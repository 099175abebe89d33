import { redirect } from 'react-router';
import { page } from '../../../url.ts';

/** Redirects the other paths of the documentation to that of the REST routes. */
export const loader = () => redirect(page.docs('', 'rest'));
