// What the console's pages do beyond links and forms. Each part looks for its
// own elements and leaves the page as it is where there are none.
'use strict';
