package shop;

import android.app.PendingIntent;
import android.content.Context;
import android.content.Intent;
import android.webkit.*;

class Page extends Activity {
  private WebView web;

  void show(WebSettings settings, String password) {
    // ruleid: java-webview-javascript-interface
    web.addJavascriptInterface(new Bridge(), "shop");
    // ok: java-webview-javascript-interface
    web.removeJavascriptInterface("shop");
    // ruleid: java-webview-file-access
    settings.setAllowUniversalAccessFromFileURLs(true);
    // ok: java-webview-file-access
    settings.setAllowUniversalAccessFromFileURLs(false);
    // ruleid: java-webview-mixed-content
    settings.setMixedContentMode(WebSettings.MIXED_CONTENT_ALWAYS_ALLOW);
    // ok: java-webview-mixed-content
    settings.setMixedContentMode(WebSettings.MIXED_CONTENT_NEVER_ALLOW);
    // ruleid: java-webview-debugging-enabled
    WebView.setWebContentsDebuggingEnabled(true);
    if (BuildConfig.DEBUG) {
      // ok: java-webview-debugging-enabled
      WebView.setWebContentsDebuggingEnabled(true);
    }
    // ruleid: java-world-readable-file
    getSharedPreferences("shop", Context.MODE_WORLD_READABLE);
    // ok: java-world-readable-file
    getSharedPreferences("shop", Context.MODE_PRIVATE);
    // ruleid: java-secret-in-log
    Log.d("shop", "logged in with " + password);
    // ok: java-secret-in-log
    Log.d("shop", "logged in with a password");
    // ruleid: java-mutable-pending-intent
    PendingIntent.getActivity(this, 0, new Intent(), PendingIntent.FLAG_MUTABLE);
    // ok: java-mutable-pending-intent
    PendingIntent.getActivity(this, 0, new Intent(), PendingIntent.FLAG_IMMUTABLE);
  }

  void wrong(WebView view, SslErrorHandler handler) {
    // ruleid: java-tls-verification-disabled-webview
    handler.proceed();
    // ok: java-tls-verification-disabled-webview
    handler.cancel();
  }

  @Override
  protected void onCreate(Bundle state) {
    String address = getIntent().getStringExtra("address");
    // ruleid: java-untrusted-intent-data
    web.loadUrl(address);
    Intent inner = getIntent().getParcelableExtra("next");
    go(inner);
    // ruleid: java-untrusted-intent-data
    startActivity((Intent) getIntent().getParcelableExtra("other"));
    // ok: java-untrusted-intent-data
    web.loadUrl("https://shop.example.org/");
    if (HOSTS.contains(address)) {
      // ok: java-untrusted-intent-data
      web.loadUrl(address);
    }
    if (HOSTS.contains(getTitle())) {
      // ruleid: java-untrusted-intent-data
      web.loadUrl(address);
    }
    if (!HOSTS.contains(address)) {
      // ruleid: java-untrusted-intent-data
      web.loadUrl(address);
    }
    if (address.startsWith("https://shop.example.org")) {
      // ruleid: java-untrusted-intent-data
      web.loadUrl(address);
    }
    if (address.startsWith("https://shop.example.org/")) {
      // ok: java-untrusted-intent-data
      web.loadUrl(address);
    }
  }

  private void go(Intent next) {
    // ruleid: java-untrusted-intent-data
    startActivity(next);
  }
}
