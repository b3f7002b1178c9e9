import { mount } from 'svelte';
import App from './App.svelte';
import './fonts.css';
import { typeIsThere } from './lib/fonts';
import './page.css';

// Counters are drawn once and kept: their type must be there before.
void typeIsThere().then(() => mount(App, { target: document.getElementById('page')! }));
