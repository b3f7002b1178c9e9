// What goes over the wire, as the server's own types say it.

export type * from './generated';
