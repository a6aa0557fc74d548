import { useNavigate } from 'react-router';
import { api } from '@/lib/api.ts';
import { explainError } from '@/lib/errors.ts';
import { becomeUser } from '@/lib/session.ts';
import { toast } from '@/ui/toast.ts';

/** Ends the session and goes to /auth (core-of-play 7). Without an answer nobody is signed out: the cookie still stands. */
export function useLogout(): () => void {
  const navigate = useNavigate();
  return () => {
    void api.auth.logout().then(
      () => {
        becomeUser(null);
        void navigate('/auth');
      },
      (error: unknown) => {
        const { title, text } = explainError(error);
        toast({ title, description: text, tone: 'error' });
      },
    );
  };
}
