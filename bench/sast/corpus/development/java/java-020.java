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
        var context = SimpleEvaluationContext.forReadOnlyDataBinding().build();
        context.setVariable("price", price);
        return parser.parseExpression("#price * 0.9").getValue(context, Double.class);
    }
}
