import { Route, Routes } from 'react-router';
import { HomePage } from '@/features/home/HomePage.tsx';

export function AppRoutes() {
  return (
    <Routes>
      <Route path="/" element={<HomePage />} />
    </Routes>
  );
}
