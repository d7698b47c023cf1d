#!/usr/bin/python3
"""A window of WebKitGTK for WebKitWebDriver, as wide as a phone: MiniBrowser's toolbar keeps it from being narrower than 447 px."""
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

width, height, font_size = (int(one) for one in sys.argv[1:4])
context = WebKit2.WebContext.get_default()
context.set_automation_allowed(True)
window = Gtk.Window(decorated=False, default_width=width, default_height=height)
window.connect("destroy", Gtk.main_quit)


def started(_, session):
    view = WebKit2.WebView(is_controlled_by_automation=True, web_context=context)
    view.set_size_request(width, height)
    view.get_settings().set_enable_write_console_messages_to_stdout(True)
    view.get_settings().set_default_font_size(font_size)
    window.add(view)
    window.show_all()
    session.connect("create-web-view", lambda *_: view)


context.connect("automation-started", started)
Gtk.main()
