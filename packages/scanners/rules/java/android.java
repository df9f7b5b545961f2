package shop;

import android.app.PendingIntent;
import android.content.Context;
import android.content.Intent;
import android.webkit.*;

class Page extends Activity {
  private WebView web;

  void show(WebSettings settings, String password) {
    // ruleid: java-webview-bridge
    web.addJavascriptInterface(new Bridge(), "shop");
    // ok: java-webview-bridge
    web.removeJavascriptInterface("shop");
    // ruleid: java-webview-file-access
    settings.setAllowUniversalAccessFromFileURLs(true);
    // ok: java-webview-file-access
    settings.setAllowUniversalAccessFromFileURLs(false);
    // ruleid: java-webview-mixed-content
    settings.setMixedContentMode(WebSettings.MIXED_CONTENT_ALWAYS_ALLOW);
    // ok: java-webview-mixed-content
    settings.setMixedContentMode(WebSettings.MIXED_CONTENT_NEVER_ALLOW);
    // ruleid: java-webview-debugging
    WebView.setWebContentsDebuggingEnabled(true);
    if (BuildConfig.DEBUG) {
      // ok: java-webview-debugging
      WebView.setWebContentsDebuggingEnabled(true);
    }
    // ruleid: java-world-readable
    getSharedPreferences("shop", Context.MODE_WORLD_READABLE);
    // ok: java-world-readable
    getSharedPreferences("shop", Context.MODE_PRIVATE);
    // ruleid: java-secret-in-log
    Log.d("shop", "logged in with " + password);
    // ok: java-secret-in-log
    Log.d("shop", "logged in with a password");
    // ruleid: java-pending-intent-mutable
    PendingIntent.getActivity(this, 0, new Intent(), PendingIntent.FLAG_MUTABLE);
    // ok: java-pending-intent-mutable
    PendingIntent.getActivity(this, 0, new Intent(), PendingIntent.FLAG_IMMUTABLE);
  }

  void wrong(WebView view, SslErrorHandler handler) {
    // ruleid: java-webview-accepts-any-certificate
    handler.proceed();
    // ok: java-webview-accepts-any-certificate
    handler.cancel();
  }

  @Override
  protected void onCreate(Bundle state) {
    String address = getIntent().getStringExtra("address");
    // ruleid: java-intent-to-sink
    web.loadUrl(address);
    Intent inner = getIntent().getParcelableExtra("next");
    go(inner);
    // ruleid: java-intent-to-sink
    startActivity((Intent) getIntent().getParcelableExtra("other"));
    // ok: java-intent-to-sink
    web.loadUrl("https://shop.example.org/");
    if (HOSTS.contains(address)) {
      // ok: java-intent-to-sink
      web.loadUrl(address);
    }
    if (HOSTS.contains(getTitle())) {
      // ruleid: java-intent-to-sink
      web.loadUrl(address);
    }
    if (!HOSTS.contains(address)) {
      // ruleid: java-intent-to-sink
      web.loadUrl(address);
    }
    if (address.startsWith("https://shop.example.org")) {
      // ruleid: java-intent-to-sink
      web.loadUrl(address);
    }
    if (address.startsWith("https://shop.example.org/")) {
      // ok: java-intent-to-sink
      web.loadUrl(address);
    }
  }

  private void go(Intent next) {
    // ruleid: java-intent-to-sink
    startActivity(next);
  }
}
