class Local {
    void negated() {
        String x = source();
        if (!x.startsWith("/") || x.startsWith("//") || x.contains("\\")) {
            x = "/";
        }
        sink(x);
    }

    void half() {
        String x = source();
        if (!x.startsWith("/") || x.startsWith("//")) {
            x = "/";
        }
        sink(x); // found
    }
}
