package com.example.help;

import java.util.ArrayList;
import java.util.List;
import org.springframework.web.util.HtmlUtils;

class Page {
    private final String title;
    private final List<String> paragraphs = new ArrayList<>();

    Page(String title) {
        this.title = HtmlUtils.htmlEscape(title);
    }

    void addParagraph(String text) {
        paragraphs.add(text);
    }

    String render() {
        return "<h1>" + title + "</h1><p>" + String.join("</p><p>", paragraphs) + "</p>";
    }
}
