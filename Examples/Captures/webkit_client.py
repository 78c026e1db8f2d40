"""WebKitGTK (Debian: gir1.2-webkit2-4.1, python3-gi; needs a display, such as xvfb-run's) at an address, with its cache in a folder."""
import sys

import gi
gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2

folder, address = sys.argv[1:]
manager = WebKit2.WebsiteDataManager(base_cache_directory=folder + "/cache", base_data_directory=folder + "/data")
context = WebKit2.WebContext.new_with_website_data_manager(manager)
context.set_cache_model(WebKit2.CacheModel.WEB_BROWSER)
view = WebKit2.WebView.new_with_context(context)
window = Gtk.Window()
window.add(view)
window.show_all()
view.load_uri(address)
Gtk.main()
