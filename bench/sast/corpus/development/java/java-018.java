package com.example.shop;

import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.HtmlUtils;

@RestController
public class ReceiptPage {
    @GetMapping(path = "/receipt", produces = MediaType.TEXT_HTML_VALUE)
    public String receipt(@RequestParam String buyer, @RequestParam int total) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("Buyer", HtmlUtils.htmlEscape(buyer));
        values.put("Total", String.valueOf(total));
        StringBuilder page = new StringBuilder("<dl>");
        for (Map.Entry<String, String> value : values.entrySet()) {
            page.append("<dt>").append(value.getKey()).append("</dt><dd>").append(value.getValue()).append("</dd>");
        }
        return page.append("</dl>").toString();
    }
}
