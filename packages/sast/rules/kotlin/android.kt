package shop
import android.content.*
import android.util.Log

class LinkActivity : Activity() {
  override fun onCreate(state: Bundle?) {
    val url = intent.getStringExtra("url")
    // ruleid: kotlin-untrusted-intent-data
    web.loadUrl(url!!)
    // ok: kotlin-untrusted-intent-data
    web.loadUrl("https://shop.example.org/")
    val next = intent.getParcelableExtra<Intent>("next")
    // ruleid: kotlin-untrusted-intent-data
    startActivity(next)
    intent.data?.let { show(it) }
    // ok: kotlin-untrusted-intent-data
    db.rawQuery("select * from t where n = ?", arrayOf(url))
    // ruleid: kotlin-untrusted-intent-data
    File(filesDir, intent.extras?.getString("file")!!).readText()
    // ruleid: kotlin-webview-debugging-or-file-access
    WebView.setWebContentsDebuggingEnabled(true)
    if (BuildConfig.DEBUG) {
      // ok: kotlin-webview-debugging-or-file-access
      WebView.setWebContentsDebuggingEnabled(true)
    }
    // ruleid: kotlin-secret-in-log
    Log.d(TAG, "signing in with $password")
    // ok: kotlin-secret-in-log
    Log.d(TAG, "password has ${password.length} signs")
    // ruleid: kotlin-exported-broadcast-receiver
    registerReceiver(receiver, filter, Context.RECEIVER_EXPORTED)
    // ok: kotlin-exported-broadcast-receiver
    registerReceiver(receiver, filter, Context.RECEIVER_NOT_EXPORTED)
    // ruleid: kotlin-mutable-pending-intent
    PendingIntent.getActivity(this, 0, Intent(), 0)
    // ok: kotlin-mutable-pending-intent
    PendingIntent.getActivity(this, 0, Intent(), PendingIntent.FLAG_IMMUTABLE)
  }
  private fun show(uri: Uri) {
    // ruleid: kotlin-untrusted-intent-data
    web.loadUrl(uri.toString())
  }
}

class Notes : ContentProvider() {
  override fun query(uri: Uri, columns: Array<String>?, selection: String?, values: Array<String>?, order: String?): Cursor? {
    // ruleid: kotlin-sql-injection-content-provider
    return db.rawQuery("select * from notes where $selection order by $order", values)
  }
  override fun delete(uri: Uri, selection: String?, values: Array<String>?): Int {
    // ruleid: kotlin-sql-injection-content-provider
    db.execSQL("delete from notes where id = " + uri.lastPathSegment)
    // ok: kotlin-sql-injection-content-provider
    return db.delete("notes", selection, values)
  }
}

class LooseActivity : Activity() {
  private val hosts = setOf("shop.example.org")
  override fun onCreate(state: Bundle?) {
    val url = intent.getStringExtra("url")
    if (url in hosts) {
      // ok: kotlin-untrusted-intent-data
      web.loadUrl(url)
    }
    if (url !in hosts) Log.w(TAG, "odd")
    // ruleid: kotlin-untrusted-intent-data
    web.loadUrl(url)
    val uri = Uri.parse(intent.getStringExtra("uri"))
    if (uri.host == "shop.example.org") {
      // ok: kotlin-untrusted-intent-data
      web.loadUrl(uri.toString())
      // ruleid: kotlin-untrusted-intent-data
      web.loadUrl(url)
    }
  }
}
