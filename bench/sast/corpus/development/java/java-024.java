package com.example.account;

import java.util.Map;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

@Controller
public class ReturnController {
    private static final Map<String, String> PLACES = Map.of("cart", "/cart", "home", "/");

    @GetMapping("/return")
    public String back(@RequestParam(required = false) String to) {
        if (to == null) {
            return "redirect:/";
        }
        String place = PLACES.getOrDefault(to, to);
        return "redirect:" + place;
    }
}
