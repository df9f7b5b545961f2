package com.example.reader

import android.annotation.SuppressLint
import android.os.Bundle
import android.webkit.JavascriptInterface
import android.webkit.WebView
import androidx.appcompat.app.AppCompatActivity

class ArticleActivity : AppCompatActivity() {
    inner class Shelf {
        @JavascriptInterface
        fun remove(title: String) = deleteFile("$title.html")
    }

    @SuppressLint("SetJavaScriptEnabled")
    override fun onCreate(state: Bundle?) {
        super.onCreate(state)
        val view = WebView(this)
        setContentView(view)
        view.settings.javaScriptEnabled = true
        view.addJavascriptInterface(Shelf(), "shelf")
        view.loadUrl(intent.getStringExtra("address") ?: "https://reader.example.com")
    }
}
