package com.example.pricing;

import org.springframework.expression.ExpressionParser;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.SimpleEvaluationContext;
import org.springframework.expression.spel.support.StandardEvaluationContext;
import org.springframework.web.bind.annotation.*;

@RestController
public class DiscountController {
    private final ExpressionParser parser = new SpelExpressionParser();

    @PostMapping("/discount")
    public Double discount(@RequestParam String rule, @RequestParam double price) {
        var context = new StandardEvaluationContext();
        context.setVariable("price", price);
        return parser.parseExpression(rule).getValue(context, Double.class);
    }
}
