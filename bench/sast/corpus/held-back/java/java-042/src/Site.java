package org.example.icons;

record Site(String domain) {
    String address() {
        return "https://" + domain + "/favicon.ico";
    }
}
