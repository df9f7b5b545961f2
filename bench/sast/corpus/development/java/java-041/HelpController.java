package com.example.help;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.*;

@RestController
class HelpController {
    @GetMapping(path = "/help", produces = MediaType.TEXT_HTML_VALUE)
    String help(@RequestParam(defaultValue = "start") String topic) {
        Page page = new Page("Help");
        page.addParagraph("You asked about " + topic);
        return page.render();
    }
}
