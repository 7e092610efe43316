import { app, Menu, type MenuItemConstructorOptions } from 'electron';

/** Editing, zoom and the window; no reload and no developer tools, which Electron's own menu has. */
export function setMenu(): void {
  const isEnglish = app.getLocale().startsWith('en');
  const view: MenuItemConstructorOptions = {
    label: isEnglish ? 'View' : 'Ver',
    submenu: [
      { role: 'zoomIn', label: isEnglish ? 'Larger' : 'Agrandar' },
      { role: 'zoomOut', label: isEnglish ? 'Smaller' : 'Reducir' },
      { role: 'resetZoom', label: isEnglish ? 'Normal size' : 'Tamaño normal' },
      { role: 'togglefullscreen', label: isEnglish ? 'Full screen' : 'Pantalla completa' },
    ],
  };
  const template: MenuItemConstructorOptions[] = [
    ...(process.platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    { role: 'editMenu', label: isEnglish ? 'Edit' : 'Editar' },
    view,
    { role: 'windowMenu', label: isEnglish ? 'Window' : 'Ventana' },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
