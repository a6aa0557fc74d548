import type { LocaleTexts } from './texts.ts';

export const es: LocaleTexts = {
  direction: 'ltr',
  verify: {
    subject: '{code} es tu código de verificación',
    title: 'Verifica tu correo',
    text: 'Escribe este código para terminar tu registro. Es válido durante 10 minutos.',
    notYouNote: 'Si no te has registrado, ignora este correo y no pasará nada.',
    action: 'Escribir el código',
  },
  reset: {
    subject: '{code} es tu código de restablecimiento',
    title: 'Restablece tu contraseña',
    text: 'Escribe este código para elegir una contraseña nueva. Es válido durante 10 minutos.',
    notYouNote: 'Si no lo has pedido, ignora este correo: tu contraseña seguirá igual.',
    action: 'Elegir una contraseña nueva',
  },
  notice: {
    subject: 'Tu contraseña ha cambiado',
    title: 'Tu contraseña ha cambiado',
    text: 'La cuenta {name} tiene una contraseña nueva. Se han cerrado todas sus sesiones.',
    notYouNote:
      'Si no has sido tú, puede que otra persona tenga acceso a tu correo. Cambia primero la contraseña de tu buzón y después restablece esta.',
    action: 'Restablecer la contraseña',
  },
};
